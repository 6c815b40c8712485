import type { UnassignedText } from '@attune/contract/features/messages/text-message/text-message'
import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import classes from './text-message.module.css'
import { UnassignedItem } from './UnassignedItem.tsx'

type Props = { items: UnassignedText[]; onClose: () => void }

/** Lists the received texts that belong to no conversation. */
export function UnassignedDialog({ items, onClose }: Props) {
  const { t } = useTranslation('textMessage')
  return (
    <Dialog title={t('unassigned.title')} size={560} onClose={onClose}>
      <Stack gap="md">
        <p className={classes.hint}>{t(items.length === 0 ? 'unassigned.none' : 'unassigned.hint')}</p>
        <ul className={classes.unassigned}>
          {items.map((item) => (
            <UnassignedItem key={item.id} item={item} />
          ))}
        </ul>
      </Stack>
    </Dialog>
  )
}
