import type { Entry } from '@attune/contract/features/journal'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog.tsx'
import { Looks } from './Looks.tsx'
import { Readers } from './SharePanel.tsx'

/** Who can read an entry, on a phone. */
export function ShareDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { t } = useTranslation('journal')
  return (
    <Dialog title={t('share.title')} onClose={onClose}>
      <Readers entry={entry} dirty={false} />
      <Looks looks={entry.looks} />
    </Dialog>
  )
}
