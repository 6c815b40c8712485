import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './text-message.module.css'

export type Template = { id: string; name: string; text: string }
type Props = { templates: Template[]; onSend: (template: Template) => void }

/** Offers the approved templates of WhatsApp with the text that the client reads. */
export function TemplateList({ templates, onSend }: Props) {
  const { t } = useTranslation('textMessage')
  if (templates.length === 0) return <p className={classes.hint}>{t('template.none')}</p>
  return (
    <ul className={classes.templates} aria-label={t('template.list')}>
      {templates.map((template) => (
        <li key={template.id} className={classes.template}>
          <p dir="auto">{template.text}</p>
          <Button
            variant="default"
            aria-label={t('template.sendNamed', { name: template.name })}
            onClick={() => onSend(template)}
          >
            {t('template.send')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
