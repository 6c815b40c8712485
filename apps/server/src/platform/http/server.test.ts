import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestHouse, type TestHouse } from '../../testing/house.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.close())

test('a therapist, a client and an admin are answered as who they are [6.01]', async () => {
  for (const role of ['therapist', 'client', 'admin'] as const) {
    const person = await house.person(role)
    expect(await person.api.account.me({})).toMatchObject({ role, email: person.email })
  }
})
