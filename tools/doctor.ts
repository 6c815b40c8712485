// npm run doctor: checks the installation, while Attune runs or when it is stopped, and prints what is right, wrong or was not checked. Changes
// nothing and sends no email. The exit code is 1 if something fails.
// npm run doctor -- --json: prints the same as JSON.
import { parseArgs } from 'node:util'
import { endProcess } from '../apps/server/src/platform/process/end-process.ts'
import { readArguments, repositoryRoot } from './backup/command.ts'
import { isHealthy, reportJson, reportText } from './doctor/report.ts'
import { examine } from './doctor/run.ts'

const { values } = readArguments(() => parseArgs({ options: { json: { type: 'boolean' } } }))
const report = await examine(process.env, repositoryRoot)
console.log(values.json ? reportJson(report) : reportText(report))
endProcess(isHealthy(report) ? 0 : 1)
