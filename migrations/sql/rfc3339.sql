-- A moment as canonical data writes it: RFC 3339, UTC, milliseconds.
CREATE OR REPLACE FUNCTION rfc3339(p_at timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char(p_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
