package setting_test

import (
	"slices"
	"testing"

	"github.com/frasier-cos/frasier/bot/command/setting"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

func TestWords(t *testing.T) {
	all := slices.Concat(memoryExamples(), companyExamples())
	nountest.Golden(t, all...)
	nountest.Marked(t, all...)
}

func memoryExamples() []nountest.Example {
	zone := setting.Line{Name: "zone", Value: "Europe/Berlin", Otherwise: "UTC", Meaning: setting.Meaning("zone")}
	never := setting.Line{Name: policy.AutoApprove, Value: "never", WasScore: "4.5", Otherwise: "all", Meaning: setting.Meaning(policy.AutoApprove)}
	musts := setting.Line{Name: policy.QAOnly, Value: "musts", WasScore: "3", Otherwise: "musts", Meaning: setting.Meaning(policy.QAOnly)}
	return []nountest.Example{
		{Name: "Settings", Message: setting.Settings([]setting.Line{zone}, []setting.Line{{Name: "FRASIER_WORKERS", Value: "2", Source: "default"}}, "settings zone Europe/Berlin")},
		{Name: "Settings: as they came", Message: setting.Settings(nil, nil, "settings zone Europe/Berlin")},
		{Name: "Setting", Message: setting.Setting(zone)},
		{Name: "SettingChanged", Message: setting.Changed(zone, "UTC")},
		{Name: "SettingChanged: once more", Message: setting.Changed(zone, "")},
		{Name: "SettingUnknown", Message: setting.Unknown("quite.hours", "quiet.hours")},
		{Name: "SettingAtStart", Message: setting.AtStart(setting.Line{Name: "FRASIER_WORKERS", Value: "2", Source: "default"})},
		{Name: "Settings: scores of before", Message: setting.Settings([]setting.Line{never, musts}, nil, "settings zone Europe/Berlin")},
		{Name: "Setting: a score of before", Message: setting.Setting(never)},
		{Name: "SettingSwitch", Message: setting.Switch()},
		{Name: "Setting: the machine's zone", Message: setting.Setting(setting.Line{Name: "zone", Value: "machine", Note: "Europe/Berlin", Otherwise: "machine", Meaning: setting.Meaning("zone")})},
		{Name: "SettingZone", Message: setting.Zone()},
		{Name: "SettingHour", Message: setting.Hour()},
		{Name: "SettingRefused", Message: setting.Refused("write a number of pings a day")},
		{Name: "SettingMeaning", Message: setting.Meaning(policy.QuietHours)},
	}
}

func companyExamples() []nountest.Example {
	return []nountest.Example{
		{Name: "SettingDaily", Message: setting.Daily()},
	}
}
