import type { PossibleDuplicate } from '@attune/contract/features/people/client/client'
import { Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { DialogFoot } from '../../../../ui/dialog/DialogFoot.tsx'
import classes from './DuplicatesDialog.module.css'
import { RecordSummary, recordLink } from './RecordSummary.tsx'

type Props = { doubles: PossibleDuplicate[]; anyway: string; onAnyway: () => void; onClose: () => void }

/**
 * Shows possible duplicates before a record is saved. The therapist opens one of the duplicates or saves the record
 * anyway.
 */
export function DuplicatesDialog({ doubles, anyway, onAnyway, onClose }: Props) {
  const { t } = useTranslation('record')
  return (
    <Dialog onClose={onClose} title={t('possibleDuplicate.title')} size={520}>
      <Stack gap="md">
        <Text size="sm">{t('possibleDuplicate.text')}</Text>
        <ul className={classes.list}>
          {doubles.map((double) => {
            const name = `${double.firstName} ${double.lastName}`
            return (
              <li key={double.id} className={classes.double}>
                <RecordSummary double={double} why={double.why} />
                <Button
                  variant="light"
                  size="compact-sm"
                  renderRoot={(props) => <Link {...recordLink(double.id)} ignoreBlocker {...props} />}
                >
                  {t('possibleDuplicate.open', { name })}
                </Button>
              </li>
            )
          })}
        </ul>
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            {t('possibleDuplicate.back')}
          </Button>
          <Button onClick={onAnyway}>{anyway}</Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}
