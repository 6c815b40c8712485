import { createFileRoute } from '@tanstack/react-router'

/** A page of an admin's own settings. The route above shows it beside the list. */
export const Route = createFileRoute('/dashboard/$userType/profile/$subject')({})
