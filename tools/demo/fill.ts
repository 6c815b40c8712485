import type { Language } from '@attune/contract/common/text/text.schemas'
import type { RunningApp } from '../../apps/server/src/app.ts'
import { demoEmail, type SignedInAccount } from './accounts.ts'
import { demoCalendar } from './calendar.ts'
import { cast } from './cast.ts'
import type { StoryClock } from './clock.ts'
import { openLogins } from './logins.ts'
import { addBusyTimes, openTherapist, saveSignup, setUpPractice, signUpTherapist } from './practice.ts'
import { dropPastJobs, moveStamps } from './stamps.ts'
import { demoStory } from './story.ts'
import { readTexts } from './texts.ts'
import type { World } from './world.ts'

type Order = {
  app: RunningApp
  clock: StoryClock
  databaseUrl: string
  language: Language
  /** The keys of the clients of the practice; by default, all clients of the cast. */
  keys?: readonly string[]
  say: (line: string) => void
}

/**
 * Creates the demo practice. Each event of its history happens through the API of the product at its own time, which the clock shows. The app must
 * use this clock and must run no jobs. At the end, deletes all emails and the due jobs, and corrects the timestamps that the database has set.
 * Returns the accounts with their browsers: the admin, the therapists, and the clients in the order of the cast.
 */
export async function createDemoPractice({
  app,
  clock,
  databaseUrl,
  language,
  keys,
  say,
}: Order): Promise<SignedInAccount[]> {
  const texts = readTexts(language)
  const calendar = demoCalendar(clock.now(), texts.practice.zone)
  const world: World = {
    app,
    clock,
    language,
    texts,
    calendar,
    therapists: [],
    people: new Map(),
    guardians: new Map(),
    sessions: new Map(),
    groups: new Map(),
  }
  const accounts: SignedInAccount[] = []
  const { began, events } = demoStory(texts, calendar, accounts, keys)
  const logins = openLogins(app, databaseUrl)
  try {
    clock.set(began)
    say(`${texts.practice.name} opens.`)
    const admin = await clock.inPresent(() => setUpPractice(world))
    accounts.push(admin)
    for (const profile of texts.therapists) {
      const account = await clock.inPresent(() => signUpTherapist(world, profile))
      await logins.renew(clock.now())
      accounts.push(account)
      const therapist = await openTherapist(world, account)
      world.therapists.push(therapist)
      await addBusyTimes(world, therapist)
    }
    await logins.renew(clock.now())
    await saveSignup(world, admin.browser.api, 'approval')
    say('A year passes.')
    for (const { at, run } of events) {
      clock.set(at)
      await logins.renew(at)
      await run(world)
    }
    clock.toPresent()
    await logins.renew(clock.now())
    await admin.browser.api.notification.markAllRead({})
    await signUpTherapist(world, texts.applicant)
  } finally {
    await logins.close()
  }
  await dropPastJobs(databaseUrl)
  await moveStamps(databaseUrl, clock)
  const clients = Object.keys(cast).map((key) =>
    demoEmail(texts.people[key]?.first ?? '', texts.people[key]?.last ?? ''),
  )
  const rank = ({ role, email }: SignedInAccount) =>
    role === 'client' ? 10 + clients.indexOf(email) : role === 'admin' ? 0 : 1
  return accounts.toSorted((one, other) => rank(one) - rank(other))
}
