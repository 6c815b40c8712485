import type { JournalEntryDetail } from '@attune/contract/features/care/journal/journal'
import { IconDevices } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import { VersionConflict } from '../../../../ui/editor/VersionConflict.tsx'
import { RichTextView } from '../../../../ui/rich-text/RichTextView.tsx'
import classes from './entry.module.css'

type Props = { theirs: JournalEntryDetail; onMine: () => void; onTheirs: () => void }

/** Shows the version from another device. The author chooses between this version and their own. */
export function EntryConflict({ theirs, onMine, onTheirs }: Props) {
  const { t } = useTranslation('journal')
  const locale = useLocale()
  return (
    <VersionConflict
      icon={IconDevices}
      mine={{ onChoose: onMine }}
      theirs={{
        content: (
          <>
            {theirs.title && <h2 className={classes.theirTitle}>{theirs.title}</h2>}
            <RichTextView value={theirs.content} />
          </>
        ),
        onChoose: onTheirs,
      }}
    >
      {t('conflict.text', { when: momentInSentence(theirs.updatedAt, locale) })}
    </VersionConflict>
  )
}
