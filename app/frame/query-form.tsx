import type { ComponentProps, FormEvent } from 'react'
import { useNavigate } from 'react-router'

/**
 * A form that asks by its address, as a plain one does without JavaScript; with it the page stays. (The router's own
 * `Form` also sends, and would travel with every page.)
 */
export function QueryForm({ action, ...rest }: Omit<ComponentProps<'form'>, 'action'> & { action: string }) {
  const navigate = useNavigate()
  const ask = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const query = new URLSearchParams()
    for (const [name, value] of new FormData(event.currentTarget)) query.append(name, String(value))
    void navigate(`${action}?${query}`, { preventScrollReset: true })
  }
  return <form {...rest} method="get" action={action} onSubmit={ask} />
}
