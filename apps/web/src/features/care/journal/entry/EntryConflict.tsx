import type { JournalEntryDetail } from '@attune/contract/features/care/journal/journal'
import { Button, Group } from '@mantine/core'
import { IconDevices } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { RichTextView } from '../../../../ui/rich-text/RichTextView.tsx'
import classes from './entry.module.css'

type Props = { theirs: JournalEntryDetail; onMine: () => void; onTheirs: () => void }

/** Shows the version from another device. The author chooses between this version and their own. */
export function EntryConflict({ theirs, onMine, onTheirs }: Props) {
  const { t } = useTranslation('journal')
  const reader = useLocale()
  return (
    <section className={classes.conflict} aria-label={t('conflict.other')}>
      <Callout kind="warning" icon={IconDevices} urgent title={t('conflict.title')}>
        {t('conflict.text', { when: momentInSentence(theirs.updatedAt, reader) })}
      </Callout>
      <div className={classes.theirs}>
        {theirs.title && <h2 className={classes.theirTitle}>{theirs.title}</h2>}
        <RichTextView value={theirs.content} />
      </div>
      <Group gap="xs">
        <Button variant="default" onClick={onTheirs}>
          {t('conflict.theirs')}
        </Button>
        <Button variant="default" onClick={onMine}>
          {t('conflict.mine')}
        </Button>
      </Group>
    </section>
  )
}
