import type { JournalEntryDetail } from '@attune/contract/features/care/journal/journal'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { momentText } from '../../../../ui/page/date-text.ts'
import { PersonAvatar } from '../../../../ui/page/row/PersonAvatar.tsx'
import classes from './sharing.module.css'

/** Lists the therapists' replies to an entry. */
export function EntryReplies({ replies }: { replies: JournalEntryDetail['replies'] }) {
  const { t } = useTranslation('journal')
  const locale = useLocale()
  if (replies.length === 0) return null
  return (
    <section className={classes.replies} aria-label={t('repliesTitle')}>
      <h2 className={classes.sideTitle}>{t('repliesTitle')}</h2>
      {replies.map(({ id, therapist, text, at }) => (
        <article key={id} className={classes.reply}>
          <header>
            <PersonAvatar personId={therapist.id} name={therapist.name} url={therapist.avatarUrl} size={28} />
            <span>{therapist.name}</span>
            <time dateTime={at}>{momentText(at, locale)}</time>
          </header>
          <p>{text}</p>
        </article>
      ))}
    </section>
  )
}
