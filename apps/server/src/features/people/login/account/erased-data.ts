import { leftOut } from '@attune/contract/common/fields'
import { ErasedData, KeptData } from '@attune/contract/features/people/login/login.schemas'
import type { Role } from '@attune/contract/features/people/account/account'
import type { DeletionKinds } from '../../../../platform/erasures/deletion-kinds.ts'

const aboutPractice = leftOut('about the practice or the server, not about a person')

/** The kinds of data of the tables whose feature has no record, by the feature. */
export const otherDeletionKinds: Readonly<Record<string, DeletionKinds>> = {
  'client-history': {
    kept: {
      'app.client_event': 'record-history',
    },
  },
  platform: {
    erasedOfClient: 'account',
    erasedOfTherapist: 'account',
    keptOfProduct: {
      'app.audit': 'audit',
      'app.change': 'expiring-codes',
      'app.erasure': 'erasure-list',
      'app.mail': 'email-log',
      'app.provider_key': aboutPractice,
      'app.request_count': aboutPractice,
      'auth.guess': 'expiring-codes',
      'auth.rate_limit': 'expiring-codes',
      'auth.superseded': 'expiring-codes',
      'auth.verification': 'expiring-codes',
    },
  },
  profile: {
    erasedOfClient: 'profile',
    erasedOfTherapist: 'picture',
    kept: {
      'app.calendar': leftOut('a calendar has no content'),
    },
  },
}

const ofAdmin = new Set<ErasedData>([
  'account',
  'profile',
  'notifications',
  'settings',
  'agreements',
  'feedback',
  'waiting-export',
])

/**
 * Returns the kinds of data that the deletion of an account with this role erases and keeps, each once. `featureKinds` are those of the features
 * with a record.
 */
export function dataOfDeletion(
  role: Role,
  featureKinds: readonly DeletionKinds[],
): { erased: ErasedData[]; kept: KeptData[] } {
  const kinds = allDeletionKinds(featureKinds)
  const isTherapist = role === 'therapist'
  const erased = new Set<unknown>(kinds.map((of) => (isTherapist ? of.erasedOfTherapist : of.erasedOfClient)))
  const kept = new Set<unknown>([
    ...kinds.flatMap((of) => Object.values({ ...(role !== 'admin' && of.kept), ...of.keptOfProduct })),
    ...(isTherapist ? ['name', ...kinds.map(({ keptOfTherapist }) => keptOfTherapist)] : []),
  ])
  return {
    erased: ErasedData.options.filter((each) => erased.has(each) && (role !== 'admin' || ofAdmin.has(each))),
    kept: KeptData.options.filter((each) => kept.has(each)),
  }
}

/** Returns the kinds of data of all tables, also of those whose feature has no record. */
export const allDeletionKinds = (featureKinds: readonly DeletionKinds[]): DeletionKinds[] => [
  ...featureKinds,
  ...Object.values(otherDeletionKinds),
]
