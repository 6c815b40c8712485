import { createFileRoute } from '@tanstack/react-router'

/** A page of the settings. The route above shows it beside the list. */
export const Route = createFileRoute('/dashboard/$userType/settings/$subject')({})
