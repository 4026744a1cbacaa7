// Command conformance drives a server through the official Go SDK and prints one JSON line per
// test. An argument selects the tests whose names contain it.
package main

import "os"

func main() {
	wanted := ""
	if len(os.Args) > 1 {
		wanted = os.Args[1]
	}
	tests := append(tableTests(), rowTests()...)
	tests = append(tests, rangeTests()...)
	tests = append(tests, batchTests()...)
	tests = append(tests, filterTests()...)
	tests = append(tests, transactionTests()...)
	tests = append(tests, indexTests()...)
	tests = append(tests, gapTests()...)
	runTests(tests, wanted)
}
