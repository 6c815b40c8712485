import type { Double } from '@attune/contract/features/client'
import { Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useReader } from '../../platform/reader.ts'
import { Facts } from '../../ui/Facts.tsx'
import { dateText } from '../../ui/moment.ts'
import classes from './DoublesDialog.module.css'
import { ClientMark } from './marks.tsx'

type Props = { double: Omit<Double, 'why' | 'id'>; why?: Double['why'] }

/** A short summary of a record, to tell it from another one with the same name. */
export function DoubleWords({ double, why }: Props) {
  const { t } = useTranslation('record')
  const { language } = useReader()
  return (
    <div className={classes.words}>
      <Group gap="xs">
        <Text fw={600}>{`${double.firstName} ${double.lastName}`}</Text>
        <ClientMark status={double.status} />
      </Group>
      <Facts>
        {double.email ?? ''}
        {double.dateOfBirth ? dateText(double.dateOfBirth, language) : ''}
      </Facts>
      {why && <Text size="sm">{t(`doubles.${why}`)}</Text>}
    </div>
  )
}

/** Link properties of a client record. */
export const toRecord = (clientId: string) =>
  ({ to: '/dashboard/therapist/clients/$clientId/client-profile', params: { clientId } }) as const
