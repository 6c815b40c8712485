import type { AccountListItem } from '@attune/contract/features/practice/administration/administration'
import { fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { DeletePasskeyDialog } from '../features/people/account/security/DeletePasskeyDialog.tsx'
import { NewRecoveryCodesDialog } from '../features/people/account/security/NewRecoveryCodesDialog.tsx'
import { RemoveAuthenticatorDialog } from '../features/people/account/security/RemoveAuthenticatorDialog.tsx'
import { ResetSecondFactorDialog } from '../features/practice/administration/accounts/ResetSecondFactorDialog.tsx'
import { RotateKeyDialog } from '../features/practice/api-access/RotateKeyDialog.tsx'
import { InviteCodeCard } from '../features/people/connection/InviteCodeCard.tsx'
import SignOutDialog from '../features/people/login/sign-out/SignOutDialog.tsx'
import type { LoginView } from '../platform/login/login.ts'
import { signedInAnswers } from '../features/schedule/session/session.testing.ts'
import { mockServer, renderPage } from '../testing/render-page.tsx'
import { uiText } from '../testing/ui-text.ts'

afterEach(() => vi.unstubAllGlobals())

const close = () => {}
const standing = { code: 'ABCD2345', link: 'https://practice.example', since: '2026-11-20T10:00:00.000Z' }
const account = { name: 'Ana Moreau', email: 'ana@client.test' } as AccountListItem
const passkey = { id: '1', name: 'Phone' }

test.each<[string, () => ReactNode, string]>([
  ['discards unsent text', () => <SignOutDialog />, uiText('reauthentication:question.logOut')],
  [
    'deletes a passkey',
    () => <DeletePasskeyDialog passkey={passkey} onClose={close} onDeleted={async () => {}} />,
    uiText('security:passkeys.deleteNow'),
  ],
  [
    'removes the authenticator app',
    () => <RemoveAuthenticatorDialog login={{ hasPasskey: false } as LoginView} onClose={close} />,
    uiText('security:app.submit'),
  ],
  ['voids the recovery codes', () => <NewRecoveryCodesDialog onClose={close} />, uiText('account:settings.make')],
  [
    'resets a second factor',
    () => <ResetSecondFactorDialog account={account} onClose={close} />,
    uiText('accounts:begin'),
  ],
  [
    'voids the public API key',
    () => <RotateKeyDialog current={undefined} onClose={close} />,
    uiText('apiAccess:rotating.submit'),
  ],
  ['voids the invite code', () => <InviteCodeCard standing={standing} />, uiText('connection:code.rotate')],
])('the button that %s is red', async (_, dialog, name) => {
  mockServer(signedInAnswers('therapist'))
  await renderPage(dialog())
  const opens = screen.queryByRole('button', { name: uiText('connection:code.rotate') })
  if (opens) fireEvent.click(opens)
  const button = await screen.findByRole('button', { name })
  expect(button.className).toContain('danger')
})
