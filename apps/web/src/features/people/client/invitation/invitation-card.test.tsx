import type { Client } from '@attune/contract/features/people/client/client'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { InvitationCard } from './InvitationCard.tsx'

const sentAt = '2026-03-02T10:00:00.000Z'
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-09T10:00:00.000Z') }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const show = async (mail: NonNullable<Client['invitation']>['mail'], mailConfigured = true) => {
  mockServer({
    'product/info': () => ({ mailConfigured }),
    'login/session': () => ({ login: { userId: 'nora', role: 'therapist', need: null } }),
    'account/me': () => ({ id: 'nora', role: 'therapist', zone: 'UTC', language: 'en' }),
  })
  const invitation = {
    id: 'i',
    state: 'sent',
    mail,
    sentAt,
    expiresAt: '2099-03-16T10:00:00.000Z',
    resendAt: '2026-03-02T10:05:00.000Z',
  }
  const client = {
    id: 'c',
    firstName: 'Ana',
    email: 'ana@client.test',
    invitation,
    may: { invite: true, revoke: true },
  }
  const { unmount } = await renderPage(<InvitationCard client={client as unknown as Client} />)
  await screen.findByText(uiText('client:invitation.title'))
  return unmount
}
const shown = async (mail: Parameters<typeof show>[0]) => {
  const unmount = await show(mail)
  const text = document.body.textContent ?? ''
  unmount()
  return text
}

test('an invitation is called sent only after its email was sent, and prepared if there is no mail server @slow', async () => {
  const sent = uiText('client:invitation.sent', { when: 'Mon 2 Mar, 10:00' })
  const prepared = uiText('client:invitation.prepared', { when: 'Mon 2 Mar, 10:00' })
  expect(await shown('sent')).toContain(sent)
  for (const mail of ['not-configured', 'waiting', 'failed'] as const) {
    const text = await shown(mail)
    expect(text, mail).toContain(prepared)
    expect(text, mail).not.toContain(sent)
  }
  expect(await shown('not-configured')).toContain(uiText('client:invitation.mailOff'))
})

test('the button that revokes an invitation is red, on the card and in the confirmation', async () => {
  await show('sent')
  const button = screen.getByRole('button', { name: uiText('client:invitation.revoke') })
  expect(button.style.color).toBe('var(--attune-danger)')
  fireEvent.click(button)
  const dialog = await screen.findByRole('dialog', { name: uiText('client:invitation.revokeTitle') })
  const confirm = within(dialog).getByRole('button', { name: uiText('client:invitation.revoke') })
  expect(confirm.className).toContain('danger')
})

test('without a mail server, the card offers a new link instead of sending the invitation again @slow', async () => {
  const unmount = await show('not-configured', false)
  expect(await screen.findByRole('button', { name: uiText('client:invitation.renewLink') })).toBeTruthy()
  expect(screen.getByText(new RegExp(`^${uiText('client:invitation.renewHint')}`))).toBeTruthy()
  expect(screen.queryByRole('button', { name: uiText('client:invitation.resend') })).toBeNull()
  unmount()
  await show('sent')
  expect(screen.getByRole('button', { name: uiText('client:invitation.resend') })).toBeTruthy()
})
