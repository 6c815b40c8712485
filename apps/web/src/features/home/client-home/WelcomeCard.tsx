import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { TextLink } from '../../../ui/base/TextLink.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import classes from './client-home.module.css'

const order = ['connect', 'forms', 'session', 'entry'] as const
type Step = (typeof order)[number]

/** Whether each step is done; `forms` is undefined if the client has no forms to sign. */
type Props = { steps: Record<Exclude<Step, 'forms'>, boolean> & { forms: boolean | undefined } }

const pages = {
  connect: { to: '/dashboard/client/therapists' },
  forms: { to: '/dashboard/client/forms' },
  session: { to: '/dashboard/$userType/sessions', params: { userType: 'client' } },
  entry: { to: '/dashboard/client/journal', search: { entry: 'new' } },
} as const

/** The first steps of a client. Each step shows whether it is done; each open step is a link, and the next one has an explanation. */
export function WelcomeCard({ steps }: Props) {
  const { t } = useTranslation('dashboard')
  const shown = order.filter((step) => steps[step] !== undefined)
  const next = shown.find((step) => !steps[step])
  return (
    <Section title={t('welcome.title')} hint={t('welcome.hint')}>
      <ol className={classes.steps}>
        {shown.map((step) => (
          <li key={step} data-done={steps[step] || undefined} aria-current={step === next ? 'step' : undefined}>
            {steps[step] ? (
              <IconCircleCheck size={22} stroke={1.75} aria-hidden />
            ) : (
              <IconCircleDashed size={22} stroke={1.75} aria-hidden />
            )}
            <span>
              <strong>
                {steps[step] ? (
                  t(`welcome.${step}.title`)
                ) : (
                  <TextLink {...pages[step]}>{t(`welcome.${step}.title`)}</TextLink>
                )}
              </strong>
              {steps[step] && <VisuallyHidden>{t('welcome.done')}</VisuallyHidden>}
              {step === next && <span className={classes.why}>{t(`welcome.${step}.text`)}</span>}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}
