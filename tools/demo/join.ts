import { wallClockOf } from '@attune/contract/common/time/time'
import { shownText } from '@attune/contract/features/care/form/form.rules'
import type { FormAnswers, FormElement, OwnFormView } from '@attune/contract/features/care/form/form.schemas'
import { createHash, randomUUID } from 'node:crypto'
import { type ApiClient, openTestBrowser } from '../../apps/server/src/testing/browser.ts'
import { demoEmail, demoPassword, type SignedInAccount } from './accounts.ts'
import { uploadPdf } from './care.ts'
import type { CastMember } from './cast.ts'
import { guardianContacts, signAsGuardian } from './guardians.ts'
import { pdfOf } from './pdf.ts'
import { tokenOf } from './practice.ts'
import type { PersonTexts } from './texts.ts'
import { type DemoPerson, memberOf, therapistOf, type World } from './world.ts'

/** Adds a client as the therapist does. Invites the client, unless a relative attends sessions with them. */
export async function addClient(
  world: World,
  key: string,
  member: CastMember,
  texts: PersonTexts,
): Promise<DemoPerson> {
  const { api, tags } = therapistOf(world, member.therapist)
  const { practice } = world.texts
  const id = randomUUID()
  const [age, birthday] = member.born
  const prefix = practice.phone.slice(0, -4)
  await api.client.add({
    id,
    firstName: texts.first,
    lastName: texts.last,
    email: demoEmail(texts.first, texts.last),
    phone: `${prefix}${member.phone}`,
    dateOfBirth: `${world.calendar.today.year - age}-${birthday}`,
    address: texts.street,
    emergencyName: texts.emergency[0],
    emergencyPhone: texts.emergency[0] ? `${prefix}0${Number(member.phone) + 500}` : '',
    emergencyRelationship: texts.emergency[1],
    notes: texts.about,
    language: world.language,
    invite: !member.isWithRelative,
    contacts: guardianContacts(texts.guardians),
  })
  await savePayer(world, api, id, key, texts)
  for (const tag of member.tags) await api.clientTag.addToClient({ clientId: id, tagId: tags[tag] ?? '' })
  const browser = openTestBrowser(world.app.address, world.app.site.key)
  const person = { key, member, texts, id, accountId: '', browser, api: browser.api }
  world.people.set(key, person)
  return person
}

/**
 * Makes the first contact that is marked as a payer (a guardian) the payer, or the client if there is none. Does nothing if the client has no
 * address.
 */
async function savePayer(world: World, api: ApiClient, id: string, key: string, { street: address }: PersonTexts) {
  if (address === '') return
  const { contacts } = await api.payer.get({ id })
  const [contact] = contacts
  const { street, postalCode, city } = addressOf(address)
  const country = key === 'abroad' ? 'NZ' : world.texts.practice.country
  const place = { street, postalCode, city, region: '', country, email: null }
  const rest = { name: '', reference: '', buyerReference: '', wantsDiagnosis: false, clientWantsDiagnosis: false }
  const payer = contact
    ? ({ kind: 'contact', contactId: contact.id } as const)
    : ({ kind: 'client', contactId: null } as const)
  await api.payer.save({ id, version: 0, ...payer, ...place, ...rest })
}

/** Parses an address such as `27 Rectory Lane, London E8 3PN` or `Lindenallee 14, 20259 Hamburg`, optionally followed by a country. */
export function addressOf(address: string): { street: string; postalCode: string; city: string } {
  const parts = address.split(', ')
  const place = parts.findLastIndex((part) => /\d/.test(part))
  const town = parts[place] ?? ''
  const street = parts.slice(0, place).join(', ')
  const [, code, city] = /^(\d{5}) (.+)$/.exec(town) ?? []
  if (code && city) return { street, postalCode: code, city }
  const [first = '', ...rest] = town.split(' ')
  return { street, postalCode: rest.join(' '), city: first }
}

/** Accepts the invitation as the client and sets a password. */
export async function acceptInvitation(world: World, key: string): Promise<SignedInAccount> {
  const person = memberOf(world, key)
  const { api } = therapistOf(world, person.member.therapist)
  const { invitation } = await api.client.get({ id: person.id })
  const { link } = await api.connection.invitationSecrets({ id: invitation?.id ?? '' })
  const zone = key === 'abroad' ? 'Pacific/Auckland' : world.texts.practice.zone
  const { language } = world
  const accepted = { token: tokenOf(link), password: demoPassword, language, zone }
  await person.api.login.acceptInvitation(accepted)
  const email = demoEmail(person.texts.first, person.texts.last)
  person.accountId = (await world.app.auth.users.byEmail(email))?.id ?? ''
  return {
    name: `${person.texts.first} ${person.texts.last}`,
    email,
    role: 'client',
    totp: null,
    browser: person.browser,
  }
}

/**
 * Fills in and signs the forms that a client gets on joining. For a minor, the therapist records the first consent from paper, and the guardian
 * signs the others with their own account. One client leaves the consent to data processing open.
 */
export async function signForms(world: World, key: string): Promise<void> {
  const person = memberOf(world, key)
  const open = (await person.api.form.mine({})).items.filter(({ state }) => state === 'open')
  for (const { id, isConsent, title } of open) {
    const form = await person.api.form.open({ id })
    if (person.member.consent === 'open' && isConsent && title === open.findLast((one) => one.isConsent)?.title)
      continue
    const answers = isConsent ? consentAnswers(form) : intakeAnswers(form, person)
    const sign = (shown: OwnFormView, typedName: string) => signatureOf(shown, answers, typedName)
    if (!form.isForMinor) await person.api.form.sign(sign(form, `${person.texts.first} ${person.texts.last}`))
    else if (id === open.find((one) => one.isConsent)?.id) await recordOnPaper(world, person, form)
    else await signAsGuardian(world, key, id, sign)
  }
}

/** The signature of a form with these answers, in the version that was shown. */
const signatureOf = (form: OwnFormView, answers: FormAnswers, typedName: string) => ({
  id: form.id,
  version: form.version,
  sha256: createHash('sha256').update(shownText(form, answers)).digest('hex'),
  answers,
  typedName,
  command: randomUUID(),
})

/** Records a form that a guardian signed on paper, with its scan. */
async function recordOnPaper(world: World, { id: clientId, member, texts }: DemoPerson, form: OwnFormView) {
  const therapist = therapistOf(world, member.therapist)
  const signerName = texts.guardians?.[0]?.[0] ?? ''
  const lines = [world.texts.practice.name, '', form.title, signerName]
  await therapist.api.form.signOnPaper({
    clientId,
    id: form.id,
    signatureId: randomUUID(),
    replacesId: null,
    fileId: await uploadPdf(world, therapist, `${form.title}.pdf`, pdfOf(lines)),
    signerName,
    signedOn: wallClockOf(world.app.clock.now().toISOString(), world.texts.practice.zone).day,
  })
}

/** Answers each choice of a consent with the first option, and enters the signer's name. */
const consentAnswers = ({ content: { fields } }: OwnFormView): FormAnswers =>
  Object.fromEntries(
    fields.filter(({ type }) => type === 'choice').map(({ id, options }): [string, string] => [id, options[0] ?? '']),
  )

/** Answers the intake form in the order of its questions. */
function intakeAnswers({ content: { fields } }: OwnFormView, { texts, member, key }: DemoPerson): FormAnswers {
  const [name, household, work, concern, since, hope, medication] = texts.intake ?? []
  const written = [name, household, work, concern, since, hope, '', '', medication, `${texts.emergency[0]}`]
  let place = 0
  const answer = ({ type, options }: FormElement): string | string[] | number | null => {
    if (type === 'scale-10') return 6 + (Number(member.phone) % 4)
    if (type === 'choice') return options[key === 'depression' || key === 'pain' ? 1 : 0] ?? ''
    if (type === 'choices') return options.slice(0, 1 + (Number(member.phone) % 3))
    return type === 'short-text' || type === 'long-text' ? (written[place++] ?? '') : null
  }
  const answered = fields.map((field): [string, ReturnType<typeof answer>] => [field.id, answer(field)])
  return Object.fromEntries(answered.filter(([, given]) => given !== null && given !== '')) as FormAnswers
}
