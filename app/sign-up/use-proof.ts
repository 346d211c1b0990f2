import { type FormEvent, useEffect, useRef, useState } from 'react'
import { loadProof, type ProofElement } from './proof-of-work.tsx'

interface Form {
  isBusy: boolean
  props: { onSubmit: (event: FormEvent<HTMLFormElement>) => void }
}

/**
 * Does the proof of work of a form before it is sent.
 * @param needed whether the form as it is filled in needs one
 * @returns the ref of the element and `onSubmit` for the form
 */
export function useProof(form: Form, needed: (form: HTMLFormElement) => boolean = () => true) {
  const proof = useRef<ProofElement>(null)
  /** The submit that follows the work, whatever came out of it. */
  const workedFor = useRef(false)
  const [isWorking, setWorking] = useState(false)
  const { isBusy } = form
  useEffect(() => {
    // Each proof counts once: after an answer the next submit needs another one.
    if (!isBusy) proof.current?.reset?.()
  }, [isBusy])
  useEffect(() => {
    // Loads the script when somebody fills the form in; earlier it would delay the screen.
    const fields = proof.current?.closest('form')
    const load = () => void loadProof()
    if (fields?.contains(document.activeElement)) load()
    fields?.addEventListener('focusin', load, { once: true })
    return () => fields?.removeEventListener('focusin', load)
  }, [])

  /** Does the work first, then submits again. Without a result the form says so at the field `altcha`. */
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { currentTarget, nativeEvent } = event
    const widget = proof.current
    const isDone =
      !widget || !needed(currentTarget) || widget.getState?.() === 'verified' || workedFor.current
    workedFor.current = false
    // The form library checks its fields by submits of its own.
    const isCheck = (nativeEvent as SubmitEvent).submitter?.getAttribute('name') === '__intent__'
    if (isDone || isCheck) return form.props.onSubmit(event)
    event.preventDefault()
    if (isWorking) return
    setWorking(true)
    const work = async () => {
      // Somebody quick is done before the script is there.
      await loadProof()
      await widget.verify?.()
    }
    void work().finally(() => {
      setWorking(false)
      workedFor.current = true
      currentTarget.requestSubmit()
    })
  }
  return { proof, isWorking, onSubmit }
}
