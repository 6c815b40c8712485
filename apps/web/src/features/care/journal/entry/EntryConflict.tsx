import { IconDevices } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Saved } from '../../../../platform/autosave/saved-value.states.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import { VersionConflict } from '../../../../ui/editor/VersionConflict.tsx'
import { RichTextView } from '../../../../ui/rich-text/RichTextView.tsx'
import type { EntryContent } from './content.ts'
import classes from './entry.module.css'

type Props = { theirs: Saved<EntryContent>; onMine: () => void; onTheirs: () => void }

/** Shows the version from another device. The author chooses between this version and their own. */
export function EntryConflict({ theirs, onMine, onTheirs }: Props) {
  const { t } = useTranslation('journal')
  const locale = useLocale()
  const { title, content } = theirs.value
  return (
    <VersionConflict
      icon={IconDevices}
      mine={{ onChoose: onMine }}
      theirs={{
        content: (
          <>
            {title && <h2 className={classes.theirTitle}>{title}</h2>}
            <RichTextView value={content} />
          </>
        ),
        onChoose: onTheirs,
      }}
    >
      {t('conflict.text', { when: momentInSentence(theirs.updatedAt ?? theirs.value.writtenAt, locale) })}
    </VersionConflict>
  )
}
