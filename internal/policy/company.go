package policy

// CompanyReview names the policy row of when every director looks at everything: a cron
// expression in the founder's time zone.
const CompanyReview = "company.review"
