import { defaultBookingRules } from '@attune/contract/features/schedule/availability/availability.rules'
import { formTemplates } from '@attune/contract/features/care/form/form.rules'
import { defaultTerms } from '@attune/contract/features/schedule/terms/terms.rules'
import { randomUUID } from 'node:crypto'
import { TOTP, URI } from 'otpauth'
import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import { type ApiClient, openTestBrowser } from '../../apps/server/src/testing/browser.ts'
import { demoEmail, demoPassword, type SignedInAccount } from './accounts.ts'
import { busyTimes } from './calendar.ts'
import { addOwnMeasure } from './measures.ts'
import { checkIn, minutesAfter, type DemoTherapist, type World } from './world.ts'

type Profile = World['texts']['applicant']

/** Sets up the practice as the admin does. */
export async function setUpPractice(world: World): Promise<SignedInAccount> {
  const { app, texts, language } = world
  const [firstName, lastName] = texts.admin
  const browser = openTestBrowser(app.address, app.site.key)
  const email = demoEmail(firstName, lastName)
  const { name: practiceName, zone } = texts.practice
  await browser.api.login.setUp({
    firstName,
    lastName,
    email,
    language,
    zone,
    practiceName,
    token: tokenOf(app.setupLink ?? ''),
    password: demoPassword,
    publicUrl: null,
    therapist: null,
  })
  const totp = await enrol(browser.api)
  await saveSignup(world, browser.api, 'open')
  return { name: `${firstName} ${lastName}`, email, role: 'admin', totp, browser }
}

export const saveSignup = (world: World, admin: ApiClient, therapistSignup: 'open' | 'approval') =>
  admin.administration.saveSettings({
    practiceName: world.texts.practice.name,
    // Emails are read on lock screens, so the demo shows a name without a word of health care.
    emailName: world.texts.therapists[0]?.last ?? world.texts.practice.name,
    tellExistingAccounts: false,
    publicUrl: null,
    therapistSignup,
  })

/** Signs up a therapist. If the practice requires approval, the account waits for the admin. */
export async function signUpTherapist(world: World, profile: Profile): Promise<SignedInAccount & { id: string }> {
  const { app, language, texts } = world
  const browser = openTestBrowser(app.address, app.site.key)
  const { api } = browser
  const { first: firstName, last: lastName, ...about } = profile
  const email = demoEmail(firstName, lastName)
  await api.login.signUp({ firstName, lastName, email, password: demoPassword, language })
  const account = await app.auth.users.byEmail(email)
  if (!account) throw new Error(`${email} was not registered`)
  const link = await app.auth.linkFor('confirm', account.id, await app.auth.users.nextGeneration(account.id))
  await api.login.confirm({ token: tokenOf(link), password: demoPassword })
  await api.account.onboard({ role: 'therapist', firstName, lastName, zone: texts.practice.zone, language })
  const totp = await enrol(api)
  await api.account.saveTherapistProfile({ ...about, bio: '' })
  return { name: `${firstName} ${lastName}`, email, role: 'therapist', totp, browser, id: account.id }
}

/** Enters the hours, terms, session types, services, forms, tags and templates of a therapist. */
export async function openTherapist(world: World, account: SignedInAccount & { id: string }): Promise<DemoTherapist> {
  const { browser, id } = account
  const { api } = browser
  const { texts, calendar } = world
  const { version } = await api.availability.mine({})
  const rules = { ...defaultBookingRules, bufferAfter: 10, perDay: 8 }
  await api.availability.save({ weekly: calendar.weekly, rules, version })
  const { room } = texts.practice
  await api.terms.save({ ...defaultTerms, videoLink: 'https://meet.example.org/{room}', location: room })
  await api.waitingList.saveSettings({ mode: 'click', answerHours: 4 })
  const services = await addServices(world, api)
  const types = await addTypes(world, api, services)
  await api.note.createTemplate({
    id: randomUUID(),
    name: texts.template[0],
    fields: texts.template[1].map(([heading, hint]) => ({ heading, hint })),
  })
  for (const [place, [title, description]] of texts.taskTemplates.entries())
    await api.task.saveTemplate({
      id: randomUUID(),
      title,
      priority: 'medium',
      description: richTextFromPlain(description),
      form: place === 0 ? { kind: 'thought-record' } : place === 2 ? checkIn(world) : { kind: 'plain' },
    })
  const tags: string[] = []
  for (const [place, name] of texts.tags.entries()) {
    const color = (['amber', 'blue', 'sage', 'clay'] as const)[place] ?? null
    tags.push((await api.clientTag.create({ id: randomUUID(), name, color })).id)
  }
  const measureId = await addOwnMeasure(world, api)
  return { browser, api, id, types, services, tags, forms: await addForms(world, api), measureId }
}

async function addServices({ texts: { practice, services } }: World, api: ApiClient): Promise<string[]> {
  await api.business.save({
    version: (await api.business.own({})).version,
    fields: await businessFields(api, practice),
  })
  await api.business.setOn({ on: true })
  const { currency } = (await api.business.own({})).fields
  const euro = currency ?? (practice.country === 'GB' ? 'GBP' : 'EUR')
  const ids: string[] = []
  for (const [place, text] of services.entries()) {
    const defaultFormat = place === 0 ? ('in-person' as const) : place === 1 ? null : ('phone' as const)
    const one = { code: '', text, minutes: [50, 80, 30][place] ?? 50, priceMinor: String(practice.prices[place] ?? 0) }
    const rest = { currency: euro, taxRateBp: null, defaultFormat, place: '' }
    ids.push((await api.service.add({ id: randomUUID(), ...one, ...rest })).id)
  }
  return ids
}

async function businessFields(api: ApiClient, practice: World['texts']['practice']) {
  const { fields } = await api.business.own({})
  const { name, taxId, street, postalCode, city, country, phone, iban, bic, bankName, license, footer } = practice
  const own = { name, taxId, street, postalCode, city, country, phone, iban, bic, bankName, license, footer }
  return { ...fields, ...own, siret: practice.siret ?? '', accountName: name, dueDays: 14, remindAfterDays: 7 } as never
}

async function addTypes({ texts: { types } }: World, api: ApiClient, services: string[]): Promise<string[]> {
  const facts = [
    {
      durationMinutes: 50,
      format: 'in-person',
      color: 'sage',
      newClients: 'request',
      knownClients: 'request',
      serviceId: services[0],
    },
    {
      durationMinutes: 50,
      format: 'in-person',
      color: 'amber',
      newClients: 'book',
      knownClients: 'none',
      serviceId: services[0],
    },
    {
      durationMinutes: 80,
      format: 'in-person',
      color: 'clay',
      newClients: 'none',
      knownClients: 'request',
      serviceId: services[1],
    },
    {
      durationMinutes: 30,
      format: 'phone',
      color: 'blue',
      newClients: 'none',
      knownClients: 'book',
      serviceId: services[2],
    },
  ] as const
  const ids: string[] = []
  for (const [place, { serviceId, ...fact }] of facts.entries()) {
    const rest = { location: '', bufferBefore: null, bufferAfter: null, serviceId: serviceId ?? null }
    ids.push((await api.sessionType.add({ id: randomUUID(), name: types[place] ?? '', ...fact, ...rest })).id)
  }
  return ids
}

/** Confirms the drafts of forms. Each joining client gets the forms for intake, treatment and data processing. Returns the ids by template. */
async function addForms({ language }: World, api: ApiClient): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  for (const template of formTemplates) {
    const { id, version } = await api.form.create({ id: randomUUID(), template, language })
    await api.form.confirm({ id, version })
    if (['intake', 'treatment', 'data'].includes(template)) await api.form.setOnJoining({ id, isSentOnJoining: true })
    ids[template] = id
  }
  return ids
}

async function enrol(api: ApiClient): Promise<TOTP> {
  const { uri } = await api.login.setUpTwoStep({ password: demoPassword })
  const totp = URI.parse(uri)
  if (!(totp instanceof TOTP)) throw new Error('the second factor is not a TOTP')
  await api.login.confirmTwoStep({ code: totp.generate() })
  return totp
}

export const tokenOf = (link: string) => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? ''

/** Adds the therapist's time off, supervision and other busy times. */
export async function addBusyTimes(world: World, { api }: DemoTherapist): Promise<void> {
  const { calendar, texts } = world
  const { busy } = texts
  for (const { text, from, until } of calendar.breaks) {
    const startsAt = calendar.at(from, 0)
    if (until.add({ days: 1 }).toString() < calendar.today.subtract({ years: 1 }).toString()) continue
    const endsAt = calendar.at(until.add({ days: 1 }), 0).toISOString()
    const title = busy[text] ?? ''
    await api.availability.saveAbsence({
      id: randomUUID(),
      title,
      startsAt: startsAt.toISOString(),
      endsAt,
      wholeDays: true,
    })
  }
  for (const { text, day, time, minutes, weeks } of busyTimes) {
    const start = calendar.at(calendar.dayAhead(day).subtract({ weeks: weeks === null ? 0 : 8 }), time)
    const span = { startsAt: start.toISOString(), endsAt: minutesAfter(start, minutes).toISOString() }
    const repeat = weeks === null ? undefined : ({ every: 'weeks', weeks, ends: { by: 'never' } } as const)
    const { items } = await api.calendar.conflicts({ ...span, repeat })
    const anyway = items.map((conflict) => conflict.startsAt)
    await api.calendar.addEvent({ id: randomUUID(), title: busy[text] ?? '', location: '', ...span, repeat, anyway })
  }
}
