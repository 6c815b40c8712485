import type { FormAnswers, OwnFormView } from '@attune/contract/features/care/form/form.schemas'
import { randomUUID } from 'node:crypto'
import { openTestBrowser } from '../../apps/server/src/testing/browser.ts'
import { demoEmail, demoPassword, type SignedInAccount } from './accounts.ts'
import { tokenOf } from './practice.ts'
import type { GuardianText } from './texts.ts'
import { memberOf, therapistOf, type World } from './world.ts'

const emailOf = ([name]: GuardianText) => demoEmail(...(name.split(' ') as [string, string]))

/** The contacts of a record from its guardians. The first is the payer and the emergency contact. */
export const guardianContacts = (guardians: GuardianText[] = []) =>
  guardians.map((guardian, place) => ({
    id: randomUUID(),
    name: guardian[0],
    phone: guardian[2],
    email: emailOf(guardian),
    relationship: guardian[1],
    isEmergency: place === 0,
    isGuardian: true,
    isPayer: place === 0,
  }))

/**
 * Invites the first guardian of a client with the rights to sessions, forms and invoices, and accepts as that person: with a new account, or with the
 * one that the person has already. Returns the new account, or null.
 */
export async function joinAsGuardian(world: World, key: string): Promise<SignedInAccount | null> {
  const { id: clientId, member, texts } = memberOf(world, key)
  const [guardian] = texts.guardians ?? []
  if (!guardian) return null
  const { api } = therapistOf(world, member.therapist)
  const { contacts } = await api.guardian.ofClient({ clientId })
  const id = randomUUID()
  await api.guardian.invite({
    id,
    clientId,
    contactId: contacts.find(({ name }) => name === guardian[0])?.id ?? '',
    basis: 'parent',
    rights: ['sessions', 'forms', 'invoices'],
    validUntil: null,
    knowsOthers: false,
    reachesBack: true,
  })
  const token = tokenOf((await api.guardian.secrets({ id })).link)
  const email = emailOf(guardian)
  const known = world.guardians.get(email)
  if (known) {
    await known.api.login.acceptInvitationSignedIn({ token })
    return null
  }
  const browser = openTestBrowser(world.app.address, world.app.site.key)
  const { language } = world
  await browser.api.login.acceptInvitation({
    token,
    password: demoPassword,
    language,
    zone: world.texts.practice.zone,
  })
  world.guardians.set(email, browser)
  return { name: guardian[0], email, role: 'client', totp: null, browser }
}

/** Signs a form of a client as the first guardian. `sign` returns the signature for the form that the guardian sees. */
export async function signAsGuardian(
  world: World,
  key: string,
  id: string,
  sign: (
    form: OwnFormView,
    typedName: string,
  ) => { id: string; version: number; sha256: string; answers: FormAnswers; typedName: string; command: string },
): Promise<void> {
  const { id: actingFor, texts } = memberOf(world, key)
  const [guardian] = texts.guardians ?? []
  const browser = guardian && world.guardians.get(emailOf(guardian))
  if (!browser) throw new Error(`${key} has no guardian with an account`)
  const form = await browser.api.guardian.form({ actingFor, id })
  await browser.api.guardian.signForm({ actingFor, ...sign(form, guardian[0]) })
}
