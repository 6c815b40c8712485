import { imagesOf } from '@attune/contract/common/rich-text'
import type { SharedEntry } from '@attune/contract/features/journal'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useReader } from '../../../platform/reader.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { dayOf, dayText, momentText, momentWithin } from '../../../ui/moment.ts'
import { Panel } from '../../../ui/Section.tsx'
import { RichText } from '../../../ui/rich-text/RichText.tsx'
import { FileList, Picture } from '../../file/file.ts'
import { MoodMark } from './MoodMark.tsx'
import classes from './reading.module.css'

/** The client's text with its pictures, and the other files below. */
export function EntryText({ entry }: { entry: SharedEntry }) {
  const { t } = useTranslation('sharedJournal')
  const reader = useReader()
  const heading = useId()
  const { title, content, files, mood, tags, writtenAt, updatedAt, sharedAt } = entry
  const inText = new Set(imagesOf(content))
  const others = files.filter(({ id }) => !inText.has(id))
  const picture = (id: string, alt: string) => {
    const file = files.find((one) => one.id === id)
    return file ? (
      <Picture id={id} alt={alt} width={file.width} height={file.height} />
    ) : (
      <span className={classes.absent}>{t('imageComing')}</span>
    )
  }
  return (
    <Panel>
      <article className={classes.entry} aria-labelledby={heading}>
        <header className={classes.entryHead}>
          <h2 id={heading} className={classes.title}>
            {title || dayText(dayOf(writtenAt, reader), reader, 'long')}
          </h2>
          <Facts>
            <time dateTime={writtenAt}>{momentText(writtenAt, reader)}</time>
            {mood !== null && <MoodMark mood={mood} />}
            {tags.length > 0 && <span>{tags.join(', ')}</span>}
            {updatedAt > sharedAt && t('changed', { when: momentWithin(updatedAt, reader) })}
          </Facts>
        </header>
        <RichText value={content} image={picture} under={2} />
        {others.length > 0 && (
          <section className={classes.attached} aria-label={t('attached')}>
            <h3 className={classes.small}>{t('attached')}</h3>
            <FileList files={others} />
          </section>
        )}
      </article>
    </Panel>
  )
}
