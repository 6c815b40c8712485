import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import { useTranslation } from 'react-i18next'
import type { CallRoomData } from './active-call.ts'

/**
 * Returns a function that returns the names of the people a call is with: for a client the therapist's first name, for the therapist the clients'
 * names.
 */
export function useCallNames() {
  const { i18n } = useTranslation()
  return ({ therapist, others }: CallRoomData, viewer: ViewerRole) =>
    viewer === 'client'
      ? therapist.firstName
      : new Intl.ListFormat(i18n.resolvedLanguage).format(
          others.flatMap(({ name, guardianOf }) => (guardianOf === null ? [name] : [])),
        )
}

/** Returns a function that names a person of a call for the therapist, a guardian together with the client for whom they take part. */
export function usePersonName() {
  const { t } = useTranslation('callPage')
  return ({ name, guardianOf }: Pick<CallRoomData['others'][number], 'name' | 'guardianOf'>) =>
    guardianOf === null ? name : t('guardian', { name, client: guardianOf })
}
