import { homeSessionLimit } from '@attune/contract/features/client-home.rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/app.ts'
import type { Person } from '../../testing/people.ts'
import { connectClient } from '../../testing/sessions.ts'
import { confirmedForm, sendTo } from '../form/form.testing.ts'

let app: TestApp
let therapist: Person
beforeAll(async () => {
  app = await createTestApp({ worker: false })
  therapist = await app.person('therapist')
})
afterAll(() => app.close())

test('the home has each part as the call that refreshes it, and nothing of a client without a therapist [2.12]', async () => {
  const client = await app.person('client')
  const before = await client.api.clientHome.get({})
  expect(before).toMatchObject({
    upcoming: { items: [], next: null },
    waiting: [],
    forms: [],
    therapists: [],
    hasBookableHours: false,
    hasPastSessions: false,
    hasEntries: false,
    privacyChange: null,
  })
  const clientId = await connectClient(app, therapist, client)
  await sendTo(therapist, clientId, await confirmedForm(therapist))
  const home = await client.api.clientHome.get({})
  const [upcoming, waiting, tasks, forms, therapists] = await Promise.all([
    client.api.session.list({ which: 'upcoming', limit: homeSessionLimit }),
    client.api.session.waiting({}),
    client.api.task.mine({}),
    client.api.form.mine({}),
    client.api.connection.therapists({}),
  ])
  expect(home).toMatchObject({
    upcoming,
    waiting: waiting.items,
    tasks,
    forms: forms.items,
    therapists: therapists.items,
  })
  expect(home.forms).toHaveLength(1)
  expect(home.therapists).toHaveLength(1)
})
