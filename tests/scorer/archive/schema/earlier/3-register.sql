CREATE TABLE confirmed_photos (
	photo VARCHAR(64) NOT NULL,
	moment DATETIME NOT NULL,
	kinds TEXT NOT NULL,
	corners TEXT NOT NULL,
	picture BLOB NOT NULL,
	PRIMARY KEY (photo)
);
INSERT INTO "confirmed_photos" VALUES('b','2025-12-06 19:30:00.000000','["book"]','[]',X'FFD8FFD9');
CREATE TABLE corrections (
	photo VARCHAR(64) NOT NULL,
	place INTEGER NOT NULL,
	moment DATETIME NOT NULL,
	letter VARCHAR(1) NOT NULL,
	number INTEGER NOT NULL,
	"of" INTEGER,
	books VARCHAR(4) NOT NULL,
	read TEXT NOT NULL,
	strip BLOB NOT NULL,
	PRIMARY KEY (photo, place)
);
INSERT INTO "corrections" VALUES('a',1,'2025-12-05 19:30:00.000000','Q',1,2,'','{"letter": "F"}',X'FFD8FFD9');
CREATE TABLE register (
	"row" INTEGER NOT NULL,
	moment DATETIME NOT NULL,
	letter VARCHAR(1) NOT NULL,
	number INTEGER NOT NULL,
	"of" INTEGER,
	books VARCHAR(4) NOT NULL,
	PRIMARY KEY ("row")
);
INSERT INTO "register" VALUES(1,'2026-11-30 04:46:51.933465','E',2,7,'HS');
CREATE INDEX corrections_by_moment ON corrections (moment, photo, place);
CREATE INDEX ix_register_moment ON register (moment);
