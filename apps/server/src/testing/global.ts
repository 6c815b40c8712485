import type { TestProject } from 'vitest/node'
import { createTestCluster } from './cluster.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The Postgres of this run; every test file makes its own database in it. */
    adminUrl: string
  }
}

/** One Postgres for the whole run: `inject('adminUrl')` in a test file. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await createTestCluster()
  project.provide('adminUrl', cluster.adminUrl)
  return () => cluster.stop()
}
