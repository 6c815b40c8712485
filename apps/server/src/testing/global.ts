import type { TestProject } from 'vitest/node'
import { createTestCluster } from './database/cluster.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of this run's Postgres; every test file creates its own database in it. */
    adminUrl: string
  }
}

/** Starts one Postgres for the whole run; test files get its URL with `inject('adminUrl')`. */
export default async function setUpTestCluster(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await createTestCluster()
  project.provide('adminUrl', cluster.adminUrl)
  return () => cluster.stop()
}
