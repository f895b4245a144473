package quotetest

// bases are sentences of invented companies. Each holds a decimal or grouped
// number, a name, and a verb behind which "not" fits.
func bases() []base {
	return []base{
		{"brightwater", "Brightwater Roasters was profitable in its first year, with a margin of 12.5 % after freight.", "12.5", "Brightwater Roasters", "Northgate Roasters", "was"},
		{"delivery", "A courier round in Tallwood costs 4.80 euros per stop, and the fee is paid by the sender.", "4.80", "Tallwood", "Ferndale", "is"},
		{"churn", "Quillfeather's cohort did lose 23.7 % of its subscribers before the third shipment.", "23.7", "Quillfeather", "Lanternby", "did"},
		{"market", "The survey found that 1,240 households in Port Ellery are willing to pay for fresh beans.", "1,240", "Port Ellery", "Port Annick", "are"},
		{"price", "Mossback Coffee has raised the price of its small box to $18.50 since the harvest failed.", "18.50", "Mossback Coffee", "Redpine Coffee", "has"},
		{"growth", "Revenue at Oakhollow did grow by 8.25 percent in the second quarter, the fastest of the field.", "8.25", "Oakhollow", "Ashmere", "did"},
		{"users", "By the end of June the Pellmell app was installed on 36,500 phones, mostly in three cities.", "36,500", "Pellmell", "Hobnail", "was"},
		{"latency", "Under load the Kestrel queue does answer within 3.75 ms, the office said.", "3.75", "Kestrel", "Merlin", "does"},
		{"rent", "Rents near Cobbler's Wharf are flat at 21.40 euros a square metre, the official index confirms.", "21.40", "Cobbler's Wharf", "Tanner's Wharf", "are"},
		{"staff", "Saltmarsh Bakery is able to open with 2.5 full-time posts when the ovens are leased.", "2.5", "Saltmarsh Bakery", "Highmoor Bakery", "is"},
		{"energy", "The Dunmore plant has used 14,820 kWh a month since the refit, a quarter below its plan.", "14,820", "Dunmore", "Glenfarrow", "has"},
		{"conversion", "Of those who opened the offer, 6.4 % did order a trial box from Ivyhouse within a week.", "6.4", "Ivyhouse", "Rookhouse", "did"},
		{"returns", "Returns at Thistle & Vale are below 1.9 % of all parcels, which the firm credits to its flat boxes.", "1.9", "Thistle & Vale", "Bramble & Vale", "are"},
		{"funding", "The seed round of Corvane was closed at 2.35 million dollars, \"faster than planned\", its filing says.", "2.35", "Corvane", "Talvane", "was"},
		{"school", "A trial in Westerby schools did cut plate waste by 17.3 kg a week in the first term.", "17.3", "Westerby", "Easterby", "did"},
		{"licence", "The Harbour Office will issue the stall licence for 1,150 euros a season from April on.", "1,150", "Harbour Office", "Market Office", "will"},
		{"roast", "Its smaller roaster, the Ember Five, can finish 5.2 kg in one batch at a steady flow of air.", "5.2", "Ember Five", "Ember Nine", "can"},
		{"insurer", "Fallowfield Mutual does insure stock up to 48,000 euros without an inspection of the floor.", "48,000", "Fallowfield Mutual", "Stonefield Mutual", "does"},
		{"panel", "A panel of tasters was satisfied with 9.1 of 10 samples from the Lowmill farm in difficult weather.", "9.1", "Lowmill", "Upmill", "was"},
		{"rating", "Readers of the Gallowtree Gazette have rated the service 4.55 out of five on average.", "4.55", "Gallowtree Gazette", "Maypole Gazette", "have"},
	}
}
