-- Who recorded that a founder joined a workshop: the founder by the link to the video call, or an organizer by hand.
ALTER TABLE attendance ADD COLUMN actor text NOT NULL DEFAULT 'founder';
ALTER TABLE attendance ADD COLUMN actor_name text;
