package policy

import "fmt"

// CompanyReview names the policy row of when every director looks at everything: a cron
// expression in the founder's time zone. CompanyReviewUsual is its default.
const (
	CompanyReview      = "company.review"
	CompanyReviewUsual = "0 8 * * 1"
)

// CompanyTier names the policy row of the model tier that directors think with.
// CompanyTierUsual is its default: the cheapest one, but for Business while an order of the
// founder's is open and Management at the weekly review, who get the next better.
const (
	CompanyTier      = "company.tier"
	CompanyTierUsual = "usual"
)

// ParseCompanyTier reads the policy row: "" for the usual, else T1, T2 or T3. Its error is a
// sentence for the founder.
func ParseCompanyTier(value string) (string, error) {
	switch value {
	case CompanyTierUsual:
		return "", nil
	case "T1", "T2", "T3":
		return value, nil
	}
	return "", fmt.Errorf("%q is none of %s, T1, T2 and T3", value, CompanyTierUsual)
}

// CompanyReach names the policy row of which projects Management may let rest: those that
// departments opened (CompanyReachOwn, its default), or the founder's own too.
const (
	CompanyReach    = "company.reach"
	CompanyReachOwn = "own"
	CompanyReachAll = "all"
)

// ParseCompanyReach reads the policy row: whether Management reaches every project. Its error
// is a sentence for the founder.
func ParseCompanyReach(value string) (bool, error) {
	switch value {
	case CompanyReachOwn:
		return false, nil
	case CompanyReachAll:
		return true, nil
	}
	return false, fmt.Errorf("%q is neither %s nor %s", value, CompanyReachOwn, CompanyReachAll)
}
