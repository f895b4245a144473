package policy

// CompanyReview names the policy row of when every director looks at everything: a cron
// expression in the founder's time zone. CompanyReviewUsual is its default.
const (
	CompanyReview      = "company.review"
	CompanyReviewUsual = "0 8 * * 1"
)
