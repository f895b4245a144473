module example.com/pricelist

go 1.21
