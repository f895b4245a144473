module example.com/login

go 1.21
