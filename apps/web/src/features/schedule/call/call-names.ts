import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import { useTranslation } from 'react-i18next'
import type { CallRoomData } from './active-call.ts'

/** Returns a function that names whom a call is with: the therapist by first name for a client, the clients for the therapist. */
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
