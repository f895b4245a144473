package paper

// Type in points: of running text as it usually is, and the smallest that can be
// read in a hand, of running text and in the cells of a table.
const (
	TextSize  = 10.5
	LeastSize = 9.0
	LeastCell = 8.0
)

// PageMargin is the usual margin of a page, in millimetres.
const PageMargin = 22.0

// Fit sets a part that stands alone so that all of it is on its page. The zero value is the usual
// way.
type Fit struct {
	Scale  float64 // of the type
	Margin float64 // around the text, in millimetres
	Leap   float64 // of the way from line to line and of the gaps between blocks
}

// Fits lists the ways to set a part that stands alone, from the largest type to the smallest that
// can be read. Margins give way only where smaller type is not enough.
func Fits() []Fit {
	return []Fit{
		{1.3, PageMargin, 1},
		{1.22, PageMargin, 1},
		{1.15, PageMargin, 1},
		{1.08, PageMargin, 1},
		{1, PageMargin, 1},
		{0.95, PageMargin, 1},
		{0.95, 19, 0.96},
		{0.92, 17, 0.93},
		{0.89, 16, 0.9},
		{LeastSize / TextSize, 15, 0.88},
		{LeastSize / TextSize, 13, 0.84},
		{LeastSize / TextSize, 12, 0.8},
	}
}

// Usual returns the way to set text that need not fit a page.
func Usual() Fit { return Fit{1, PageMargin, 1} }

// Cell returns the size of type in a table.
func (f Fit) Cell() float64 { return max(LeastCell, (TextSize-1.5)*f.Scale) }
