import { fixture } from '../../../testing/fixtures/fixture.ts'
import { insertLogin } from '../../../testing/people.ts'

export const loginFixtures = [
  /** A login of the caller (own) or of another client (sibling, other). */
  fixture(['loginId'], async ({ app, reader }) => ({
    loginId: await insertLogin(app, app.privileged, app.anonymous(), reader.accountId, 1),
  })),
]
