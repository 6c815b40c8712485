import { emptyInDemo, type TableOfNoFeature } from '../../apps/server/src/testing/samples/sample-input-registry.ts'

/** The tables without sample rows that are empty in the demo practice, each with the reason. */
const emptyWithoutSamples = {
  erasure: 'records an error or an erasure, which the history does not have',
  mail: 'is written by a job of the running product',
  search_build: 'is written by a job of the running product',
} satisfies { [Table in TableOfNoFeature]?: string }

/** The tables that are empty in the demo practice. A deep test compares them with the database. */
export const emptyTables = [...Object.keys(emptyInDemo), ...Object.keys(emptyWithoutSamples)].toSorted()
