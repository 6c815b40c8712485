// Applies the migrations to a temporary Postgres and prints a finding for each rule about the catalog that the database
// violates. Ends with code 1 if there is one. If no Postgres can be started, prints the reason and exits with code 2.
import { endProcess } from '../../apps/server/src/platform/process/end-process.ts'
import { StartError } from '../../apps/server/src/platform/process/start-error.ts'
import { createTestCluster, type TestCluster } from '../../apps/server/src/testing/database/cluster.ts'
import { openTestDatabase } from '../../apps/server/src/testing/database/database.ts'
import { catalogFindings } from './catalog-findings.ts'

const cluster = await startCluster()
const findings = await findingsIn(cluster).finally(() => cluster.stop())
if (findings.length > 0) console.log(findings.join('\n'))
endProcess(findings.length > 0 ? 1 : 0)

async function startCluster(): Promise<TestCluster> {
  try {
    return await createTestCluster()
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    console.log(error.message)
    process.exit(2)
  }
}

async function findingsIn({ adminUrl }: TestCluster): Promise<string[]> {
  const database = await openTestDatabase(adminUrl, 1)
  try {
    return await catalogFindings(database.installer)
  } finally {
    await database.close()
  }
}
