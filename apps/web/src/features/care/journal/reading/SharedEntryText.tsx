import type { FileId } from '@attune/contract/common/ids'
import { imageIdsOf } from '@attune/contract/common/rich-text/rich-text'
import type { SharedEntry } from '@attune/contract/features/care/journal/journal'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { localDay, dayText, momentText, momentInSentence } from '../../../../ui/page/date-text.ts'
import { Card } from '../../../../ui/page/Section.tsx'
import { RichTextView } from '../../../../ui/rich-text/RichTextView.tsx'
import { FileList, FilePicture } from '../../file/file.ts'
import { MoodBadge } from './MoodBadge.tsx'
import classes from './reading.module.css'

/** Shows the text of an entry with its pictures, and its other files below. */
export function SharedEntryText({ entry }: { entry: SharedEntry }) {
  const { t } = useTranslation('sharedJournal')
  const locale = useLocale()
  const heading = useId()
  const { title, content, files, mood, tags, writtenAt, updatedAt, sharedAt } = entry
  const inText = new Set(imageIdsOf(content))
  const others = files.filter(({ id }) => !inText.has(id))
  const picture = (id: FileId, alt: string) => {
    const file = files.find((one) => one.id === id)
    return file ? (
      <FilePicture id={id} alt={alt} width={file.width} height={file.height} />
    ) : (
      <span className={classes.absent}>{t('imageComing')}</span>
    )
  }
  return (
    <Card>
      <article className={classes.entry} aria-labelledby={heading}>
        <header className={classes.entryHead}>
          <h2 id={heading} className={classes.title}>
            {title || dayText(localDay(writtenAt, locale), locale, 'long')}
          </h2>
          <MetaList>
            <time dateTime={writtenAt}>{momentText(writtenAt, locale)}</time>
            {mood !== null && <MoodBadge mood={mood} />}
            {tags.length > 0 && <span>{tags.join(', ')}</span>}
            {updatedAt > sharedAt && t('changed', { when: momentInSentence(updatedAt, locale) })}
          </MetaList>
        </header>
        <RichTextView value={content} image={picture} under={2} />
        {others.length > 0 && (
          <section className={classes.attached} aria-label={t('attached')}>
            <h3 className={classes.small}>{t('attached')}</h3>
            <FileList files={others} />
          </section>
        )}
      </article>
    </Card>
  )
}
