import type { Double } from '@attune/contract/features/client'
import { Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useReader } from '../../platform/reader.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { dateText } from '../../ui/moment.ts'
import classes from './DoublesDialog.module.css'
import { ClientMark } from './marks.tsx'

type Props = { doubles: Double[]; anyway: string; onAnyway: () => void; onClose: () => void }

/** Shows who may be the same person before anything is saved: open that record, or go on. */
export function DoublesDialog({ doubles, anyway, onAnyway, onClose }: Props) {
  const { t } = useTranslation('record')
  const { language } = useReader()
  return (
    <Dialog onClose={onClose} title={t('doubles.title')} size={520}>
      <Stack gap="md">
        <Text size="sm">{t('doubles.text')}</Text>
        <ul className={classes.list}>
          {doubles.map((double) => {
            const name = `${double.firstName} ${double.lastName}`
            return (
              <li key={double.id} className={classes.double}>
                <div className={classes.words}>
                  <Group gap="xs">
                    <Text fw={600}>{name}</Text>
                    <ClientMark status={double.status} />
                  </Group>
                  <Facts>
                    {double.email ?? ''}
                    {double.dateOfBirth ? dateText(double.dateOfBirth, language) : ''}
                  </Facts>
                  <Text size="sm">{t(`doubles.${double.why}`)}</Text>
                </div>
                <Button
                  variant="light"
                  size="compact-sm"
                  renderRoot={(props) => (
                    <Link
                      to="/dashboard/therapist/clients/$clientId/client-profile"
                      params={{ clientId: double.id }}
                      ignoreBlocker
                      {...props}
                    />
                  )}
                >
                  {t('doubles.open', { name })}
                </Button>
              </li>
            )
          })}
        </ul>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('doubles.back')}
          </Button>
          <Button onClick={onAnyway}>{anyway}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
