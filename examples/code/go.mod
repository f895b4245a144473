module harbourlight

go 1.24
