import type { ClientId } from '@attune/contract/common/ids'
import type { PossibleDuplicate } from '@attune/contract/features/people/client/client'
import { Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { dateText } from '../../../../ui/page/date-text.ts'
import classes from './DuplicatesDialog.module.css'
import { ClientStatusBadge } from '../ClientStatusBadge.tsx'

type Props = { double: Omit<PossibleDuplicate, 'why' | 'id'>; why?: PossibleDuplicate['why'] }

/** Shows a short summary that distinguishes a record from other records with the same name. */
export function RecordSummary({ double, why }: Props) {
  const { t } = useTranslation('record')
  const { language } = useLocale()
  return (
    <div className={classes.texts}>
      <Group gap="xs">
        <Text fw={600}>{`${double.firstName} ${double.lastName}`}</Text>
        <ClientStatusBadge status={double.status} />
      </Group>
      <MetaList>
        {double.email ?? ''}
        {double.dateOfBirth ? dateText(double.dateOfBirth, language) : ''}
      </MetaList>
      {why && <Text size="sm">{t(`possibleDuplicate.${why}`)}</Text>}
    </div>
  )
}

/** Returns the properties of a link to a client record. */
export const recordLink = (clientId: ClientId) =>
  ({ to: '/dashboard/therapist/clients/$clientId/client-profile', params: { clientId } }) as const
