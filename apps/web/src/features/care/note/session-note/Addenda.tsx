import type { Note } from '@attune/contract/features/care/note/note'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { momentText } from '../../../../ui/page/date-text.ts'
import classes from '../note.module.css'

/** The dated addenda below a signed note. */
export function Addenda({ of }: { of: Note['addenda'] }) {
  const { t } = useTranslation('note')
  const locale = useLocale()
  return of.map((addendum) => (
    <section key={addendum.id} className={classes.addendum}>
      <h3>
        {t('addendum.title')}
        <time dateTime={addendum.at}>{momentText(addendum.at, locale)}</time>
      </h3>
      <div className={classes.read}>{addendum.text}</div>
    </section>
  ))
}
