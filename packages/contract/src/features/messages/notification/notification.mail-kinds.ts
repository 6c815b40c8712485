/** The kinds of emails about the login. The server sends these emails regardless of the notification settings of the account. */
export type AuthMailKind =
  | 'confirm'
  | 'reset'
  | 'exists'
  | 'email-new'
  | 'email-old'
  | 'factor-reset'
  | 'factor-reset-done'
  | 'app-added'
  | 'app-removed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'account-disabled'
  | 'account-enabled'
  | 'account-signed-out'
  | 'account-role-changed'
  | 'account-invited'

/** The kinds of emails to a guardian, who has no account. */
export type GuardianKind =
  | 'guardian-planned'
  | 'guardian-moved'
  | 'guardian-cancelled'
  | 'guardian-edited'
  | 'guardian-reminder'
  | 'guardian-series-planned'
  | 'guardian-series-changed'
  | 'guardian-series-cancelled'

/** The kinds of emails to a payer, who has no account. */
export type PayerMailKind = 'payer-invoice' | 'payer-credit-note' | 'payer-reminder'
