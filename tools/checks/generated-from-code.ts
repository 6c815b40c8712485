// Compares `callers.txt` with the policies and the sample inputs with the contract. Prints a finding for each
// difference and exits with code 1 if there is one. Needs no database.
import { endProcess } from '../../apps/server/src/platform/process/end-process.ts'
import { readFileSync } from 'node:fs'
import { describeCallers } from '../../apps/server/src/platform/policy/callers.ts'
import { isRead } from '../../apps/server/src/request-groups.ts'
import { policies } from '../../apps/server/src/router.ts'
import { invalidSampleInputs, unnamedFields } from '../../apps/server/src/testing/samples/sample-input-coverage.ts'

const callers = 'apps/server/src/platform/policy/callers.txt'
const committed = readFileSync(new URL(`../../${callers}`, import.meta.url), 'utf8')
const samples =
  'add it to <feature>.fields.ts on the server if the record has such a list, otherwise to <feature>.sample-inputs.testing.ts'
const findings = [
  ...(committed === describeCallers(policies, isRead)
    ? []
    : [`${callers} differs from the policies and the contract: run npm run rights`]),
  ...unnamedFields().map((field) => `the sample inputs do not fit the contract at ${field}: ${samples}`),
  ...invalidSampleInputs().map((fault) => `the contract refuses the sample input of ${fault}: ${samples}`),
]
if (findings.length > 0) console.log(findings.join('\n'))
endProcess(findings.length > 0 ? 1 : 0)
