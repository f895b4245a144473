# Runs the test files; add new ones to the list.
cd "$(dirname "$0")/.." || exit 1
files="test/newest.sh test/update.sh"
for file in $files; do
	echo "# $file"
	sh "$file" || exit 1
done
