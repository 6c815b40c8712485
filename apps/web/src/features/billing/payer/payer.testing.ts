import type { Payer } from '@attune/contract/features/billing/payer/payer'

/** Returns the payer of a client without a saved payer: the client. */
export const samplePayer = (clientId: string, more: Partial<Payer> = {}): Payer => ({
  id: null,
  clientId,
  kind: 'client',
  contactId: null,
  name: 'Ana Moreau',
  street: '',
  postalCode: '',
  city: '',
  region: '',
  country: null,
  email: 'ana@example.com',
  reference: '',
  buyerReference: '',
  taxId: '',
  organizationType: null,
  wantsDiagnosis: false,
  clientWantsDiagnosis: false,
  isGuardianOfChild: false,
  agreedAt: null,
  agreedBy: null,
  withdrawnAt: null,
  version: 0,
  ...more,
})
