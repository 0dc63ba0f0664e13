import { useState } from 'react';
import { isolate } from '../../../content/placeholders.ts';
import { Button } from '../components/Button.tsx';
import { QuestionDialog } from '../components/QuestionDialog.tsx';

/** Asks before somebody loses all access, which only a new invitation can give back. */
export function RevokeAccess({ name }: { name: string }) {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button label={`Revoke the access of ${name}`} onClick={() => setAsking(true)}>
        Revoke access …
      </Button>
      {isAsking && (
        <QuestionDialog
          title={`Revoke the access of ${isolate(name)}`}
          button="Revoke access"
          change={{ path: '/api/access/revoke', body: { name } }}
          onDone={close}
          onClose={close}
        >
          <p>
            {isolate(name)} will be signed out everywhere at once, and none of the passkeys will sign in again. Open invitations to this
            name, and those that {isolate(name)} made, will stop working.
          </p>
        </QuestionDialog>
      )}
    </>
  );
}
