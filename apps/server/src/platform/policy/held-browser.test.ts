import { expect, test } from 'vitest'
import { startSharedApp } from '../../testing/app.ts'
import { openTestBrowser } from '../../testing/browser.ts'
import { sampleInputsOf } from '../../testing/samples/sample-input.ts'
import { testedProcedures } from '../../testing/samples/sample-input-registry.ts'
import { createTestPractice } from '../../testing/samples/viewers.ts'
import { confirmedForm, sendTo } from '../../features/care/form/form.testing.ts'
import {
  addChild,
  newGuardianContact,
} from '../../features/people/guardian/invitations/guardian.invitations.testing.ts'

const app = await startSharedApp({ worker: false })
const practice = await createTestPractice(app)

/**
 * The procedures that a browser may call while a guardian signs on it. None needs a login, except for locking and unlocking, and for a video call,
 * which continues while the screen is locked.
 */
const permitted = [
  'call.iceServers',
  'call.iceServersFor',
  'firstPage.get',
  'form.openTicket',
  'form.saveTicketAnswers',
  'form.signTicket',
  'invoice.openLink',
  'legalText.joining',
  'login.acceptInvitation',
  'login.confirm',
  'login.confirmEmailChange',
  'login.erasureReport',
  'login.lock',
  'login.passkeyOptions',
  'login.providers',
  'login.readInvitation',
  'login.readLink',
  'login.redeemAppCode',
  'login.redeemHandover',
  'login.refresh',
  'login.requestReset',
  'login.resendConfirmation',
  'login.reset',
  'login.secondFactor',
  'login.sendFreshInvitation',
  'login.session',
  'login.setUp',
  'login.signIn',
  'login.signInWith',
  'login.signInWithPasskey',
  'login.signOut',
  'login.signOutAll',
  'login.signUp',
  'login.stopEmailChange',
  'login.stopFactorReset',
  'login.switchAccount',
  'login.unlock',
  'notificationAddress.verify',
  'product.info',
  'product.legalPage',
]

/** The procedure that gives the same answer to every token, so that no answer reveals which invitations exist. */
const revealsNothing = 'login.sendFreshInvitation'

const viewer = practice.viewers.find(({ name }) => name === 'T1')
if (!viewer?.person) throw new Error('no therapist')
const therapist = viewer.person

/** Opens a browser of the therapist in which a guardian is asked to sign a form. */
async function openHeldBrowser() {
  const browser = await app.secondBrowser(therapist, 2)
  const contact = newGuardianContact(undefined, 'Greta Guardian')
  const child = await addChild(app, therapist, [contact], { firstName: 'Signe', lastName: 'canary-signed' })
  const id = await sendTo(therapist, child.id, await confirmedForm(therapist))
  const { token } = await browser.api.form.startSigningHere({ clientId: child.id, id, contactId: contact.id })
  return { browser, token }
}

test('a browser in which a guardian signs is refused every procedure but those that a lock permits, and shows nothing of the therapist @slow', async () => {
  const context = await practice.contextOf(viewer)
  const { browser: shared } = await openHeldBrowser()
  const unlike: string[] = []
  const shown: string[] = []
  for (const { name, path, sample } of testedProcedures) {
    for (const { field, input } of sampleInputsOf(sample, context, 'own')) {
      const isPermitted = permitted.includes(name)
      // A permitted call may end the login, as signing out does.
      const browser = isPermitted ? (await openHeldBrowser()).browser : shared
      const answer = await browser.send(path, await input)
      const body = await answer.text()
      const { code } = JSON.parse(body) as { code?: string }
      const isRefused = answer.status === 401 && code === 'SCREEN_LOCKED'
      if (isRefused === isPermitted) unlike.push(`${name} ${field ?? ''}: ${answer.status} ${code}`)
      // The sample signs the therapist in again, with the password.
      if (name === 'login.signIn') continue
      if (/canary-/.test(body) || body.includes(therapist.lastName)) shown.push(`${name} ${field ?? ''}`)
    }
  }
  expect(unlike).toEqual([])
  expect(shown).toEqual([])
  expect(testedProcedures.length).toBeGreaterThan(300)
})

test('the ticket opens its form, and is no token for anything else @slow', async () => {
  const { browser, token } = await openHeldBrowser()
  expect(await browser.api.form.openTicket({ token })).toMatchObject({ needsCode: false, form: { firstName: 'Signe' } })
  const context = await practice.contextOf(viewer)
  const opened: string[] = []
  for (const { name, path, sample } of testedProcedures) {
    if (name.startsWith('form.') || name === revealsNothing) continue
    const input = await sample.input(context, 'own')
    if (typeof input !== 'object' || input === null || !('token' in input)) continue
    const answer = await openTestBrowser(app.address, app.site.key).send(path, { ...input, token })
    if (answer.status < 400) opened.push(name)
  }
  expect(opened).toEqual([])
})
