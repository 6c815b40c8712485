import { fixture } from '../../../testing/fixtures/fixture.ts'
import { insertSuperbill } from '../../../testing/records/superbills.ts'

export const superbillFixtures = [
  /** A superbill of the client that was not withdrawn. */
  fixture(['superbillId'], async ({ app, pair }) => ({
    superbillId: await insertSuperbill(app, pair.therapist, pair.recordId),
  })),
]
